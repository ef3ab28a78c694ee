# Turns CSV with a header line into libsvm text. The first column is the label. A number becomes the
# value of its column's index; any other text an index of its own, a hash of column and text, so that
# files turned one by one agree. A field in quotes must hold no comma.
#
#   LC_ALL=C awk -f docs/examples/csv-to-libsvm.awk clicks.csv > clicks.libsvm
BEGIN {
  FS = ","
  for (i = 1; i < 256; i++) code[sprintf("%c", i)] = i
}
{ sub(/\r$/, "") }
FNR == 1 { next }
{
  line = $1
  for (c = 2; c <= NF; c++) {
    if ($c ~ /^[-+]?[0-9]+(\.[0-9]*)?$/) line = line " " c ":" $c
    else if ($c != "") line = line " " hash(c "=" $c) ":1"
  }
  print line
}
function hash(text, h, i) {
  h = 0
  for (i = 1; i <= length(text); i++) h = (h * 31 + code[substr(text, i, 1)]) % 2147483647
  return h + 100000 # behind the indices of columns
}
