// A form that saves, shows errors at their fields, focuses the first one, and counts down a rate limit.
import { type ReactNode, useEffect, useRef } from 'react';
import { FailureMessage } from '../session/failure-message.tsx';
import { FieldErrors } from './field.tsx';
import { useCountdown } from './use-countdown.ts';
import type { Saving } from './use-save.ts';

interface FormProps extends Saving {
  readonly label: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

export function Form({ label, isSaving, failure, onSubmit, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const seconds = useCountdown(failure?.kind === 'throttled' ? failure.until : undefined);
  const mustWait = isSaving || seconds > 0;

  useEffect(() => {
    if (failure?.kind === 'fields')
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);

  return (
    <FieldErrors value={failure?.kind === 'fields' ? failure.errors : []}>
      <form
        ref={form}
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault();
          if (!mustWait) onSubmit();
        }}
      >
        {children}
        <div role="alert">
          {failure && <FailureMessage failure={failure} isOver={seconds === 0} />}
        </div>
        <button type="submit" aria-disabled={mustWait}>
          {seconds > 0 ? `Save in ${seconds} s` : isSaving ? 'Saving…' : 'Save'}
        </button>
      </form>
    </FieldErrors>
  );
}
