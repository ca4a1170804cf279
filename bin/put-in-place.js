// Written for an old Node to read, as what builds with it is.
import { renameSync, rmSync } from 'node:fs'

const triesMax = 10

/**
 * Puts what was built where it is looked for, and leaves no draft behind. Another process may have built it meanwhile,
 * or be putting it there now: either will do.
 *
 * @param {string} draft
 * @param {string} target
 * @param {() => boolean} isCurrent
 */
export function putInPlace(draft, target, isCurrent) {
  try {
    for (let tries = 1; !isCurrent(); tries += 1) {
      try {
        rmSync(target, { recursive: true, force: true })
        return renameSync(draft, target)
      } catch (error) {
        if (tries === triesMax) throw error
      }
    }
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}
