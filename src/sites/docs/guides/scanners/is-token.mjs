// Whether a text is a token of the service: its form, and the checksum at its end, without a request.
import { crc32 } from 'node:zlib';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function isToken(text) {
  if (!/^svc_(?:live|test)_[0-9A-Za-z]{34}$/.test(text)) return false;
  let rest = crc32(text.slice(0, -6));
  let checksum = '';
  for (let place = 0; place < 6; place++) {
    checksum = DIGITS[rest % 62] + checksum;
    rest = Math.floor(rest / 62);
  }
  return text.endsWith(checksum);
}
