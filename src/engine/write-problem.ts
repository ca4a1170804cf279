import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Why this process cannot write to a file or directory, which need not exist yet; null if it can. */
export function findWriteProblem(path: string): string | null {
  try {
    accessSync(existsSync(path) ? path : dirname(resolve(path)), constants.W_OK)
    return null
  } catch (error) {
    return (error as Error).message
  }
}
