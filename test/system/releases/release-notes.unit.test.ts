// The changes of a release in words: one sentence each, in the names that clients know.
import { expect, test } from 'vitest';
import { releaseNotes } from '../../../src/rest/release-notes.ts';
import { rehearsedOn, V1, V2 } from './rehearsal.ts';

const notes = releaseNotes(rehearsedOn(V2), V2);

test('every change has a sentence, even before its day', () => {
  expect(releaseNotes(rehearsedOn('2026-01-01'), V2)).toEqual(notes);
  expect(notes).toMatchInlineSnapshot(`
    [
      "\`rent\` of products has another name: \`daily_rent\`, before \`rent\`.",
      "\`sku\` of products has another name: \`code\`, before \`sku\`.",
      "\`code\` of products has another name: \`sku\`, before \`code\`.",
      "\`name\` of equipments has another name: \`label\`, before \`name\`.",
      "\`ad_id\` of bundle items has another name: \`product_id\`, before \`ad_id\`.",
      "\`start_date\` of rentals has another name: \`begins\`, before \`start_date\`.",
      "\`location\` of created products has another name: \`path\`, before \`location\`.",
      "\`cost\` of products was removed. Nobody asked for it.",
      "\`email\` of accounts was removed.",
      "\`rehearsed\` of products is new and required.",
      "\`rehearsed_size\` of products is new.",
      "\`rehearsed_files\` of products is new.",
      "\`title\` of rehearsed files has another name: \`label\`, before \`title\`.",
      "\`rehearsed_tags\` of products is new.",
      "\`archived\` in \`POST /product\` was removed.",
      "\`status\` of rentals has a new value: \`rehearsed\`.",
      "\`country_of_manufacture\` of products is required.",
      "\`stock_type\` of products has other values: \`UNIT: unit, BULK: bulk\`, before \`UNIT: 0, BULK: 1\`.",
      "\`status\` of rentals has other values: \`ACTIVE: running, COMPLETED: done, CANCELLED: cancelled\`, before \`ACTIVE: active, COMPLETED: completed, CANCELLED: cancelled\`.",
      "\`daily_rate\` of rental items has another type: \`string\`.",
      "\`shelf_life_min\` of products has another type: \`string\`. Shortest shelf life in days, as a string.",
      "\`total\` of rental items has another type: \`object\`.",
      "\`equipments\` of products has another limit: \`max: 20\`, before \`max: 50\`.",
      "\`images\` of products has another limit: \`max: 7\`, before \`max: 5\`.",
      "\`title\` of products has another limit: \`max: 100\`, before \`max: 255\`.",
      "\`quantity\` of equipments has another limit: \`max: 100\`, before \`max: none\`.",
      "\`items\` of bundles has another limit: \`max: 10\`, before \`max: 30\`.",
      "\`online\` of products has another default: \`false\`, before \`true\`.",
      "\`POST /bundle\` was removed.",
      "\`GET /bundle/{id}\` is new.",
    ]
  `);
});

test('the first release has none', () => {
  expect(releaseNotes(rehearsedOn(V2), V1)).toEqual([]);
});
