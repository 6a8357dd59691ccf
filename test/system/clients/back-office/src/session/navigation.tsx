// Links to the screens, and a field to open a product, bundle or rental by number.
import { type FormEvent, useState } from 'react';
import type { Permission } from '../generated/graphql.ts';

interface Props {
  readonly viewer: { readonly name: string; readonly permissions: readonly Permission[] };
}

export function Navigation({ viewer }: Props) {
  const [screen, setScreen] = useState('products');
  const [id, setId] = useState('');
  function open(event: FormEvent) {
    event.preventDefault();
    location.hash = `#/${screen}/${id}`;
  }
  return (
    <header>
      <nav aria-label="Screens">
        <a href="#/products/new">New product</a>
        <a href="#/bundles/new">New bundle</a>
      </nav>
      <form className="open" aria-label="Open" onSubmit={open}>
        <label htmlFor="kind">Kind</label>
        <select id="kind" value={screen} onChange={({ target }) => setScreen(target.value)}>
          <option value="products">Product</option>
          <option value="bundles">Bundle</option>
          <option value="rentals">Rental</option>
        </select>
        <label htmlFor="number">Number</label>
        <input
          id="number"
          inputMode="numeric"
          required
          value={id}
          onChange={({ target }) => setId(target.value.trim())}
        />
        <button type="submit">Open</button>
      </form>
      <p>
        {viewer.name}
        {!viewer.permissions.includes('WRITE') &&
          ', you may read but not save: ask for the permission “write”'}
      </p>
    </header>
  );
}
