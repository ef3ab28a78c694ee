package trainer.core.feature;

import java.math.BigInteger;

/** XXH64 step by step as the specification describes it, in integers modulo 2^64, for tests. */
final class NaiveXxHash64 {
  private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(64);
  private static final BigInteger[] PRIMES = {
    null,
    new BigInteger("11400714785074694791"),
    new BigInteger("14029467366897019727"),
    new BigInteger("1609587929392839161"),
    new BigInteger("9650029242287828579"),
    new BigInteger("2870177450012600261")
  };

  private NaiveXxHash64() {}

  static long hash(byte[] input, long seed) {
    BigInteger start = new BigInteger(Long.toUnsignedString(seed));
    BigInteger[] lanes = {
      mod(start.add(PRIMES[1]).add(PRIMES[2])),
      mod(start.add(PRIMES[2])),
      start,
      mod(start.subtract(PRIMES[1]))
    };
    int at = 0;
    BigInteger hash = mod(start.add(PRIMES[5]));
    if (input.length >= 32) {
      for (; input.length - at >= 32; at += 32) {
        for (int lane = 0; lane < 4; lane++) {
          lanes[lane] = round(lanes[lane], word(input, at + 8 * lane, 8));
        }
      }
      hash = converge(lanes);
    }
    hash = mod(hash.add(BigInteger.valueOf(input.length)));
    for (; input.length - at >= 8; at += 8) {
      hash = hash.xor(round(BigInteger.ZERO, word(input, at, 8)));
      hash = mod(rotate(hash, 27).multiply(PRIMES[1]).add(PRIMES[4]));
    }
    if (input.length - at >= 4) {
      hash = hash.xor(mod(word(input, at, 4).multiply(PRIMES[1])));
      hash = mod(rotate(hash, 23).multiply(PRIMES[2]).add(PRIMES[3]));
      at += 4;
    }
    for (; at < input.length; at++) {
      hash = hash.xor(mod(word(input, at, 1).multiply(PRIMES[5])));
      hash = mod(rotate(hash, 11).multiply(PRIMES[1]));
    }
    hash = mod(hash.xor(hash.shiftRight(33)).multiply(PRIMES[2]));
    hash = mod(hash.xor(hash.shiftRight(29)).multiply(PRIMES[3]));
    return hash.xor(hash.shiftRight(32)).longValue();
  }

  private static BigInteger converge(BigInteger[] lanes) {
    int[] slots = {1, 7, 12, 18};
    BigInteger hash = BigInteger.ZERO;
    for (int lane = 0; lane < 4; lane++) {
      hash = mod(hash.add(rotate(lanes[lane], slots[lane])));
    }
    for (BigInteger lane : lanes) {
      hash = hash.xor(round(BigInteger.ZERO, lane));
      hash = mod(hash.multiply(PRIMES[1]).add(PRIMES[4]));
    }
    return hash;
  }

  private static BigInteger round(BigInteger lane, BigInteger word) {
    return mod(rotate(mod(lane.add(word.multiply(PRIMES[2]))), 31).multiply(PRIMES[1]));
  }

  private static BigInteger rotate(BigInteger value, int slots) {
    return mod(value.shiftLeft(slots)).or(value.shiftRight(64 - slots));
  }

  private static BigInteger mod(BigInteger value) {
    return value.mod(MODULUS);
  }

  private static BigInteger word(byte[] input, int at, int length) {
    byte[] bigEndian = new byte[length];
    for (int i = 0; i < length; i++) {
      bigEndian[length - 1 - i] = input[at + i];
    }
    return new BigInteger(1, bigEndian);
  }
}
