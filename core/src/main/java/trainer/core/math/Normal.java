package trainer.core.math;

/**
 * The normal distribution of mean 0 and deviation 1, with the same bits on every machine and JDK.
 */
public final class Normal {
  private Normal() {}

  /**
   * The quantile function: the x below which a value lies with probability ½ + {@code q}, to 16
   * digits, for −½ &lt; q &lt; ½. Odd: quantile(−q) = −quantile(q).
   *
   * <p>Rational approximations in three ranges (Wichura: Algorithm AS 241, The Percentage Points of
   * the Normal Distribution, Applied Statistics 37, 1988; PPND16).
   */
  public static double quantile(double q) {
    if (Math.abs(q) <= 0.425) {
      return q * middle(0.180625 - q * q);
    }
    double r = Math.sqrt(-StrictMath.log(0.5 - Math.abs(q)));
    return Math.copySign(r <= 5 ? outer(r - 1.6) : far(r - 5), q);
  }

  private static double middle(double r) {
    double above = 2509.0809287301227;
    above = above * r + 33430.57558358813;
    above = above * r + 67265.7709270087;
    above = above * r + 45921.95393154987;
    above = above * r + 13731.69376550946;
    above = above * r + 1971.5909503065513;
    above = above * r + 133.14166789178438;
    above = above * r + 3.3871328727963665;
    double below = 5226.495278852546;
    below = below * r + 28729.085735721943;
    below = below * r + 39307.89580009271;
    below = below * r + 21213.794301586597;
    below = below * r + 5394.196021424751;
    below = below * r + 687.1870074920579;
    below = below * r + 42.31333070160091;
    below = below * r + 1;
    return above / below;
  }

  private static double outer(double r) {
    double above = 0.0007745450142783414;
    above = above * r + 0.022723844989269184;
    above = above * r + 0.2417807251774506;
    above = above * r + 1.2704582524523684;
    above = above * r + 3.6478483247632045;
    above = above * r + 5.769497221460691;
    above = above * r + 4.630337846156546;
    above = above * r + 1.4234371107496835;
    double below = 1.0507500716444169e-9;
    below = below * r + 0.0005475938084995345;
    below = below * r + 0.015198666563616457;
    below = below * r + 0.14810397642748008;
    below = below * r + 0.6897673349851;
    below = below * r + 1.6763848301838038;
    below = below * r + 2.053191626637759;
    below = below * r + 1;
    return above / below;
  }

  private static double far(double r) {
    double above = 2.0103343992922881e-7;
    above = above * r + 2.7115555687434876e-5;
    above = above * r + 0.0012426609473880784;
    above = above * r + 0.026532189526576124;
    above = above * r + 0.29656057182850487;
    above = above * r + 1.7848265399172913;
    above = above * r + 5.463784911164114;
    above = above * r + 6.657904643501103;
    double below = 2.0442631033899397e-15;
    below = below * r + 1.421511758316446e-7;
    below = below * r + 1.8463183175100548e-5;
    below = below * r + 0.0007868691311456133;
    below = below * r + 0.014875361290850615;
    below = below * r + 0.1369298809227358;
    below = below * r + 0.599832206555888;
    below = below * r + 1;
    return above / below;
  }
}
