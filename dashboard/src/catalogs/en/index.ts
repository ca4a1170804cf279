import { common } from './common.ts'

/**
 * Every text of the dashboard, by page. Values are ICU messages. Apostrophes are typographic (’), because a straight one
 * quotes braces in ICU.
 */
export const catalog = { common } as const
