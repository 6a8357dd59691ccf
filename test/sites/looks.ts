// What every page must fulfil in a real browser: it is as wide as its screen, and axe-core finds no barrier.
import axe from 'axe-core';
import type { Page } from 'playwright-core';

const PLAIN = { forcedColors: 'none', reducedMotion: 'no-preference' } as const;

/** The first one is a desktop at 200 %. */
const LOOKS = [
  {
    viewport: { width: 640, height: 450 },
    colorScheme: 'light',
    forcedColors: 'active',
    reducedMotion: 'reduce',
  },
  { viewport: { width: 1280, height: 900 }, colorScheme: 'light', ...PLAIN },
  { viewport: { width: 360, height: 740 }, colorScheme: 'dark', ...PLAIN },
] as const;

/**
 * The findings of `check` on one visit of a page: in forced colours at 200 % and without motion, light on a desktop,
 * and dark on a phone; plus what each look requires: visible states, and content near the top.
 */
export async function inEachLook(
  page: Page,
  check: (page: Page) => Promise<string[]>,
): Promise<string[]> {
  const found: string[] = [];
  for (const { viewport, ...media } of LOOKS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia(media);
    const findings = [
      ...(await check(page)),
      ...(await lost(page)),
      ...(await late(page)),
      ...(await covered(page)),
    ];
    for (const finding of findings)
      found.push(
        `${page.url()}, ${media.forcedColors === 'active' ? 'forced' : media.colorScheme}: ${finding}`,
      );
  }
  return found;
}

/** Headings below the upper quarter of a phone. */
const late = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const headings = innerWidth < 600 ? [...document.querySelectorAll('main h1')] : [];
    const tops = headings.map((heading) =>
      Math.round(heading.getBoundingClientRect().top + scrollY),
    );
    return tops
      .filter((top) => top > innerHeight / 4)
      .map((top) => `the heading begins at ${top} of ${innerHeight}`);
  });

/** Text below a button of the content that belongs to something else. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const main = document.querySelector('main:not(:has(#graphiql))');
    if (!main) return [];
    const isSeen = (element: Element | null) =>
      element?.checkVisibility() &&
      !element.closest('.visually-hidden, .scroll') &&
      getComputedStyle(element).clipPath === 'none';
    const buttons = [...main.querySelectorAll('button, .button')].filter(isSeen);
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.textContent?.trim() || !isSeen(text.parentElement)) continue;
      range.selectNodeContents(text);
      const boxes = [...range.getClientRects()];
      for (const button of buttons) {
        const box = button.getBoundingClientRect();
        const isBelow = boxes.some(
          ({ left, right, top, bottom }) =>
            left < box.right - 1 &&
            right > box.left + 1 &&
            top < box.bottom - 1 &&
            bottom > box.top + 1,
        );
        if (isBelow && !button.contains(text))
          found.push(`${button.textContent.trim()} covers ${text.textContent.trim()}`);
      }
    }
    return found;
  });

/** Current links and chosen labels that look like the others, and animations if they should be reduced. */
const lost = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const look = (element: Element) => {
      const { color, fontWeight, textDecorationLine, outlineStyle, borderBottomWidth } =
        getComputedStyle(element);
      return [color, fontWeight, textDecorationLine, outlineStyle, borderBottomWidth].join();
    };
    const STATES = '[aria-current], fieldset label:has(:checked)';
    const OTHERS = 'a:not([aria-current]), label:not(:has(:checked))';
    const unmarked = [...document.querySelectorAll(STATES)].filter((element) =>
      [...(element.closest('ul, fieldset')?.querySelectorAll(OTHERS) ?? [])].some(
        (other) => look(other) === look(element),
      ),
    );
    return [
      ...unmarked.map((element) => `looks like its neighbours: ${element.textContent}`),
      ...(matchMedia('(prefers-reduced-motion)').matches ? document.getAnimations() : [])
        .filter(({ effect }) => !(effect as KeyframeEffect).target?.closest('#graphiql'))
        .map(({ playState }) => `an animation is ${playState}`),
    ];
  });

/** Boxes that are too wide for their space: the page, or the elements of the selector. */
export const overflowing = (page: Page, boxes = ':root'): Promise<string[]> =>
  page.evaluate(
    (selector) =>
      [...document.querySelectorAll(selector)]
        .filter((box) => box.scrollWidth > box.clientWidth)
        .map((box) => `${box.tagName} ${box.scrollWidth} > ${box.clientWidth}`),
    boxes,
  );

/** The rules of axe-core that depend on screen size and colours. */
const RULES_OF_LOOKS = [
  'color-contrast',
  'target-size',
  'button-name',
  'link-name',
  'label',
  'scrollable-region-focusable',
];

/**
 * The violations that axe-core finds on a page, one each, outside the elements of the selectors. On a document that
 * it has seen it only runs the rules about looks, and in forced colours, which are the system's, not the contrast
 * rule.
 */
export async function violations(page: Page, ...except: string[]): Promise<string[]> {
  // The page's Content-Security-Policy doesn't apply to the debugger.
  const session = await page.context().newCDPSession(page);
  const evaluate = async (expression: string) => {
    const options = { awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      ...options,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description);
    return result.value;
  };
  const isLoaded = await evaluate(`'axe' in globalThis`);
  if (!isLoaded) await evaluate(`${axe.source}; undefined`);
  const options = JSON.stringify({
    resultTypes: ['violations'],
    preload: false,
    selectors: false,
  });
  const found: { id: string; html: string[] }[] = await evaluate(`(async () => {
    const { innerHTML } = document.documentElement;
    const isSeen = globalThis.seenByAxe === innerHTML;
    globalThis.seenByAxe = innerHTML;
    const contrast = { 'color-contrast': { enabled: !matchMedia('(forced-colors: active)').matches } };
    const rules = isSeen ? { runOnly: ${JSON.stringify(RULES_OF_LOOKS)} } : {};
    const exclude = ${JSON.stringify(except.map((selector) => [selector]))};
    const { violations } = await axe.run({ exclude }, { ...${options}, ...rules, rules: contrast });
    return violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) }));
  })()`);
  await session.detach();
  return found.map(
    ({ id, html }) => `${id}: ${html.map((text) => text.slice(0, 120)).join(' | ')}`,
  );
}
