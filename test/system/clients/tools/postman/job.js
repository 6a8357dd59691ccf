// The main job with the collection that openapi-to-postmanv2 generates, sent by Newman.
const newman = require('newman');
const collection = require('./collection.json');

const requests = (items) =>
  items.flatMap((entry) => (entry.item ? requests(entry.item) : [entry]));

/** Sends a request of the collection unchanged, except for its ID and its body. */
function send(token, name, id, body) {
  const item = structuredClone(
    requests(collection.item).find((entry) => entry.name.startsWith(name)),
  );
  for (const variable of item.request.url.variable)
    if (variable.key === 'id' && id) variable.value = String(id);
  if (body) item.request.body.raw = JSON.stringify(body);
  const one = { ...collection, item: [item] };
  const envVar = [{ key: 'bearerToken', value: token }];
  return new Promise((resolve, reject) => {
    newman.run({ collection: one, envVar }, (error, summary) => {
      const [execution] = summary?.run.executions ?? [];
      if (error || !execution?.response) reject(error ?? execution?.requestError);
      else resolve(execution.response.json());
    });
  });
}

exports.job = async ({ token, rentalId }) => {
  const { id } = await send(token, 'Create a product');
  const updated = await send(token, 'Update', id, {
    product: { title: 'Tent', rent: 26, sku: 'T-1' },
  });
  const { title, rent, sku } = (await send(token, 'Read a product', id)).product;
  const bundle = { title: 'Pack', items: [{ ad_id: id, quantity: 2 }] };
  const pack = await send(token, 'Create a bundle', undefined, { bundle });
  const {
    status,
    total_amount: total,
    end_date: lastDay,
  } = (await send(token, 'Read a rental', rentalId)).rentals;
  const refused = await send(token, 'Create a product', undefined, {
    product: { title: '', rent: 0 },
  });
  return {
    updated: updated.success,
    product: { title, rent, sku },
    bundleRent: (await send(token, 'Read a product', pack.id)).product.rent,
    rental: { status, total, lastDay },
    codes: refused.errors.map(({ code }) => code),
  };
};
