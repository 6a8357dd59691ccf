// The form of an e-mail address that is stored and compared, wherever it comes from.

/** Characters outside ASCII that lowercase or NFC makes ASCII, such as the Kelvin sign. */
const LIKE_ASCII = /([\u037E\u1FEF\u212A])/;

/** Lowercase and NFC. Nothing outside ASCII becomes ASCII: the Kelvin sign isn't `k`, whose address is another one. */
export const emailKey = (email: string) =>
  email
    .split(LIKE_ASCII)
    .map((part) => (LIKE_ASCII.test(part) ? part : part.toLowerCase().normalize('NFC')))
    .join('');
