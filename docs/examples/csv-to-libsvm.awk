# Turns CSV with a header line into libsvm text. A number becomes the value of its column's index; any
# other text an index of its own, a hash of column and text, so that files turned one by one agree. A
# field in quotes must hold no comma.
#
#   LC_ALL=C awk -f docs/examples/csv-to-libsvm.awk clicks.csv > clicks.libsvm
#
# -v label=NAME      the label's column; the first one if it is not given
# -v positive=TEXT   the label that becomes 1, where labels are words; all others become 0
# -v drop=NAME,...   columns that are left out, such as ids
BEGIN {
  FS = ","
  for (i = 1; i < 256; i++) code[sprintf("%c", i)] = i
  n = split(drop, dropped, ",")
  for (i = 1; i <= n; i++) out[dropped[i]] = 1
}
{ sub(/\r$/, "") }
FNR == 1 {
  at = label == "" ? 1 : 0
  for (c = 1; c <= NF; c++) {
    if ($c == label) at = c
    left[c] = ($c in out)
  }
  if (!at) fail("there is no column " label)
  next
}
{
  text = number($at)
  if (positive != "") text = $at == positive ? 1 : 0
  if (text == "") fail("line " FNR ": the label '" $at "' is no number; name the one that means 1 with -v positive=")
  line = text
  for (c = 1; c <= NF; c++) {
    if (c == at || left[c]) continue
    value = number($c)
    if (value != "") line = line " " c ":" value
    else if ($c != "") line = line " " hash(c "=" $c) ":1"
  }
  print line
}
# The number that a field is, or "". Blanks around it count for nothing.
function number(field) {
  gsub(/^[ \t]+|[ \t]+$/, "", field)
  return field ~ /^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$/ ? field : ""
}
function hash(text, h, i) {
  h = 0
  for (i = 1; i <= length(text); i++) h = (h * 31 + code[substr(text, i, 1)]) % 2147483647
  return h + 100000 # behind the indices of columns
}
function fail(why) {
  print "csv-to-libsvm: " why > "/dev/stderr"
  exit 1
}
