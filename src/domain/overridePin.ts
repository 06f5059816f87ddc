const REPETITION = /^(\d)\1{5}$|^(\d{2})\2{2}$|^(\d{3})\3$|^(?:(\d)\4)(?:(\d)\5)(?:(\d)\6)$/;
const SEQUENCE = "01234567890123456789";
const BACKWARD = "98765432109876543210";

/**
 * Returns true if the PIN is easy to guess: a repetition such as 121212 or 112233, or an ascending or descending
 * sequence such as 123456.
 */
export const isTrivialPin = (pin: string): boolean =>
  REPETITION.test(pin) || SEQUENCE.includes(pin) || BACKWARD.includes(pin);
