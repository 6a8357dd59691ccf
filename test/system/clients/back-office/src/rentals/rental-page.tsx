// The screen for one rental.
import { useQuery } from '@apollo/client/react';
import { ReadRental } from '../api/operations.ts';
import { Loaded } from '../session/failure-message.tsx';
import { Screen } from '../session/screen.tsx';

/** A day has no time zone, so it is read and shown in the same one. */
const day = (date: string) =>
  new Date(date).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });
const price = (amount: number) => amount.toLocaleString('en', { minimumFractionDigits: 2 });

export function RentalPage({ id }: { id: string }) {
  const read = useQuery(ReadRental, { variables: { id } });
  const rental = read.data?.rental;
  return (
    <Screen title={`Rental ${id}`}>
      <Loaded {...read}>
        {rental && (
          <>
            <dl>
              <dt>State</dt>
              <dd>{rental.status.toLowerCase()}</dd>
              <dt>Days</dt>
              <dd>
                {day(rental.startDate)} to {day(rental.endDate)}
              </dd>
              <dt>Tenant</dt>
              <dd>
                <a href={`mailto:${rental.tenant.email}`}>{rental.tenant.name}</a>
              </dd>
              <dt>Total</dt>
              <dd>{price(rental.totalAmount)}</dd>
              <dt>Paid to</dt>
              <dd>
                {rental.selectAccounts?.map(({ name }) => name).join(', ') ?? 'not paid yet'}
              </dd>
            </dl>
            <h2>Items</h2>
            <ul>
              {rental.items.map(({ productId, title, quantity, total, product }) => (
                <li key={productId}>
                  {quantity} ×{' '}
                  {product ? <a href={`#/products/${productId}`}>{title}</a> : title}:{' '}
                  {price(total)}
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Screen>
  );
}
