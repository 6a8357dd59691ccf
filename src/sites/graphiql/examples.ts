// GraphiQL's example queries, one for each root field: a file with its place and title, its variables, its document.
import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('examples/', import.meta.url);

const files = readdirSync(FOLDER).map((file) => {
  const text = readFileSync(new URL(file, FOLDER), 'utf8');
  const [, place = '', title = '', variables = '', query = ''] =
    /^# (\d+)\. (.+?)\n# (.+?)\n(.*)$/s.exec(text) ?? [];
  /** `name` is used in the page's address; the IDs in the variables are the demo data's. */
  return {
    name: file.replace('.graphql', ''),
    place: Number(place),
    title,
    query,
    variables: JSON.parse(variables),
  };
});

export const EXAMPLES = files.toSorted((a, b) => a.place - b.place);
