// A screen with its heading, which has the focus at first, and announcements that outlive a screen.
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';

const Announcer = createContext<(text: string) => void>(() => {});

export const useAnnounce = () => use(Announcer);

export function Announcements({ children }: { children: ReactNode }) {
  const [text, announce] = useState('');
  return (
    <Announcer value={announce}>
      <p role="status" className="announcement">
        {text}
      </p>
      {children}
    </Announcer>
  );
}

export function Screen({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main>
      <title>{`${title} · Back office`}</title>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </main>
  );
}
