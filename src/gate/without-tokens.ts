// Cuts tokens out of texts of a request that are logged or stored.

const TOKEN = /svc_(live|test)_\w*/gi;

const PERCENT_ENCODED_ASCII = /%([0-7][0-9a-f])/gi;

/** A path or a message without a token that a client has put there by mistake, in any percent-encoding. */
export function withoutTokens(text: string): string {
  const plain = text.replace(PERCENT_ENCODED_ASCII, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const cut = plain.replaceAll(TOKEN, 'svc_$1_…');
  return cut === plain ? text : cut;
}
