// URIs of images: well-formed ones of every part that RFC 3986 knows, and texts that are no http or https URI (D17).
import fc from 'fast-check';

export const VALID_IMAGES = [
  'https://images.example.com/front.webp',
  'https://images.example.com/a/b.jpg?size=1200x800#top',
  'http://images.example.com:8080/%C3%A9.png',
  'HTTPS://A.COM/x',
  'https://images.example.com',
  'https://images.example.com?name=/?:@',
  'http://[2001:db8::1]/front.webp',
];

const segment = fc.constantFrom('', 'a', 'front.webp', '~user', "it's", '(1)', 'a;v=1,2', '%5B1%5D', '@:$&*+=!', '..');
const parameters = fc.constantFrom('', '?', '?size=1200x800', '?a=b&c=/d?e', '?%20');
const fragment = fc.constantFrom('', '#', '#top', '#/a?b');

/** A well-formed URI on a host that D29 `simulate` takes as reachable. */
export const imageUri: fc.Arbitrary<string> = fc.oneof(
  { withCrossShrink: true },
  fc.constantFrom(...VALID_IMAGES),
  fc
    .tuple(
      fc.constantFrom('https', 'http', 'HTTPS', 'hTTp'),
      fc.constantFrom('images.example.com', 'IMAGES.EXAMPLE.COM', 'a.example.', 'xn--bcher-kva.example', '192.0.2.1'),
      fc.constantFrom('', ':', ':443', ':65535'),
      fc.array(segment, { maxLength: 3 }),
      parameters,
      fragment,
    )
    .map(([scheme, host, port, segments, query, rest]) =>
      [scheme, '://', host, port, ...segments.map((text) => `/${text}`), query, rest].join(''),
    ),
);

/** Texts that are no URI of an image, and URIs on hosts that D29 takes as unreachable. */
export const WRONG_IMAGES = [
  '',
  'front.webp',
  '/front.webp',
  '//images.example.com/front.webp',
  'ftp://images.example.com/front.webp',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  'https:images.example.com',
  'https:/images.example.com',
  'https://',
  'https:///front.webp',
  ' https://a.com/x',
  'https://a.com/x\n',
  'https://images example.com/front.webp',
  'https://user:secret@images.example.com/front.webp',
  'https://a.com:port/x',
  'https://a.com:65536/x',
  'https://[::1/x',
  'https://[::g]/x',
  'https://a.com/[1].png',
  'https://a.com/a#b#c',
  'https://a.com?a[]=1',
  'https://a.com/%',
  'https://a.com/%zz.png',
  'https://a.com/a b.png',
  'https://a.com/a\\b.png',
  'https://a.com/{a}.png',
  'https://a.com/a|b.png',
  'https://a.com/"a".png',
  'https://a.com/<a>.png',
  'https://a.com/é.png',
  'https://bücher.example/front.webp',
  'https://images.invalid/front.webp',
  'http://a.b.invalid./',
  'HTTPS://IMAGES.INVALID/front.webp',
];
