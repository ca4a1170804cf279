// Written in syntax that an old Node can run, like the build scripts that use it.
import { renameSync, rmSync } from 'node:fs'

const triesMax = 10

/**
 * Moves a finished build to its target and removes the draft. Another process may do the same at the same time; either
 * result is fine.
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
