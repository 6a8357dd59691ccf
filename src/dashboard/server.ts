// The dashboard: the owner's pages behind a session (section 5.3).
export const DASHBOARD_PATH = '/dashboard';
// biome-ignore lint/suspicious/noExplicitAny: a placeholder until the pages stand
export const createDashboard = (_: any) => ({ handle: async (_r: Request, _e: any) => new Response('soon') });
