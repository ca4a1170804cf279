import { otherProblems } from './problems/others.ts'
import { recordProblems } from './problems/records.ts'
import { sendingProblems } from './problems/sending.ts'
import { settingProblems } from './problems/settings.ts'

/**
 * The problems of the account API. A code never changes, because programs decide by it. The page `/docs/problems` and
 * `docs/api/account.md` list them.
 */
export const accountProblems = { ...sendingProblems, ...recordProblems }

/** The other problems of the console. */
export const consoleProblems = { ...settingProblems, ...otherProblems }

export const problems = { ...accountProblems, ...consoleProblems }

export type ProblemCode = keyof typeof problems
