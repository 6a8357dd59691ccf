// The form for the API token, which stays in memory and must be entered again after a reload.
import { useState } from 'react';
import type { Failure } from '../api/failure.ts';
import { FailureMessage } from './failure-message.tsx';
import { Screen } from './screen.tsx';

interface Props {
  readonly failure: Failure | undefined;
  readonly onToken: (token: string) => void;
}

export function TokenForm({ failure, onToken }: Props) {
  const [token, setToken] = useState('');
  return (
    <Screen title="Sign in">
      <form
        aria-label="Sign in"
        onSubmit={(event) => {
          event.preventDefault();
          onToken(token.trim());
        }}
      >
        <div className="field">
          <label htmlFor="token">API token</label>
          <input
            id="token"
            type="password"
            autoComplete="off"
            required
            value={token}
            aria-invalid={failure?.kind === 'token'}
            aria-describedby="token-failure"
            onChange={({ target }) => setToken(target.value)}
          />
        </div>
        <div id="token-failure" role="alert">
          {failure && <FailureMessage failure={failure} />}
        </div>
        <button type="submit">Sign in</button>
      </form>
    </Screen>
  );
}
