// Written in syntax that an old Node can run, like bin/node-version.js.
import { totalmem } from 'node:os'

const flag = '--liftoff-only'
const bytesNeeded = 2 * 1024 * 1024 * 1024

/**
 * The V8 flags of a process that uses this database. For one function of the embedded database, the SQL parser, V8's
 * optimizing compiler takes 1.2 GB; without that compiler the program needs 350 MB and more time for queries.
 *
 * @param {{ databaseUrl: string | undefined, totalBytes: number, limitBytes: number }} machine `limitBytes` is the limit
 * of the container, 0 or very large if there is none
 * @returns {string[]}
 */
export function flagsFor({ databaseUrl = '', totalBytes, limitBytes }) {
  const bytes = limitBytes > 0 ? Math.min(totalBytes, limitBytes) : totalBytes
  return databaseUrl.trim() || bytes >= bytesNeeded ? [] : [flag]
}

/**
 * Starts the program again with these flags if they are missing: V8 reads them only from the command line. The process
 * stays the same, with its id, its files and its parent, so signals and exit codes need no care.
 *
 * @param {string | undefined} databaseUrl
 */
export function restartForMemory(databaseUrl) {
  const limitBytes = process.constrainedMemory ? process.constrainedMemory() : 0
  const flags = flagsFor({ databaseUrl, totalBytes: totalmem(), limitBytes })
  const missing = flags.filter((one) => !process.execArgv.includes(one))
  // Windows cannot replace a process, and a channel to the parent (node --watch, fork) would be lost.
  if (missing.length === 0 || !process.execve || process.platform === 'win32' || process.connected) return
  const [, ...words] = process.argv
  process.execve(process.execPath, [process.execPath, ...missing, ...process.execArgv, ...words])
}
