import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Finding, ok, problem, warning } from './finding.ts'

const nodeMin = 24
const mebibyte = 1_048_576
const freeBytesMin = 200 * mebibyte
const freeBytesEnough = 1_024 * mebibyte
const freeShareEnough = 0.05

export function checkNode(version: string): Finding {
  if (Number(version.split('.')[0]) >= nodeMin) return ok('node', `Node ${version}`)
  return problem(
    'node',
    `Node ${version} is too old`,
    `Use Node ${nodeMin} or later: npm start and npx ngoma bring it on Linux, nodejs.org has it for all others.`,
  )
}

/** The directory itself, or the nearest one above it that exists. */
function existing(directory: string): string {
  return existsSync(directory) || dirname(directory) === directory ? directory : existing(dirname(directory))
}

const has = (path: string, mode: number) => {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

export const holdsDatabase = (directory: string) => existsSync(join(directory, 'db', 'PG_VERSION'))

/** Root may write everywhere, and what it writes the server's own user may not. */
export const isOthers = (directory: string, uid = process.getuid?.()) =>
  uid !== undefined && existsSync(directory) && statSync(directory).uid !== uid

export function checkDirectory(directory: string): Finding {
  const check = 'data directory'
  const elsewhere = 'set NGOMA_DATA to another directory'
  const found = existing(directory)
  if (!statSync(found).isDirectory())
    return problem(check, `${found} is not a directory`, `Remove it, or ${elsewhere}.`)
  if (!has(found, constants.R_OK | constants.W_OK | constants.X_OK)) {
    return problem(
      check,
      `this user may not write to ${found}`,
      `Give it to the user that runs Ngoma (chown), or ${elsewhere}.`,
    )
  }
  if (found !== directory) return ok(check, `${directory} does not exist yet: the first start makes it`)
  if (isOthers(directory)) {
    return warning(
      check,
      `${directory} belongs to another user (${statSync(directory).uid})`,
      'Run ngoma as the user that the server runs as.',
    )
  }
  if (holdsDatabase(directory) && (statSync(directory).mode & 0o077) !== 0) {
    return warning(
      check,
      `other users of this machine can look into ${directory}, and the database is in it`,
      `Keep them out: chmod 700 ${directory}`,
    )
  }
  return ok(check, directory)
}

const gigabytes = (bytes: number) =>
  bytes < 1_024 * mebibyte ? `${Math.floor(bytes / mebibyte)} MB` : `${(bytes / (1_024 * mebibyte)).toFixed(1)} GB`

export function judgeDisk(freeBytes: number, totalBytes: number): Finding {
  const check = 'disk'
  const share = totalBytes === 0 ? 1 : freeBytes / totalBytes
  const left = `${gigabytes(freeBytes)} (${Math.floor(share * 100)} %) left for the data directory`
  const advice = 'Make room on the disk, or set NGOMA_DATA to a directory on another one.'
  if (freeBytes < freeBytesMin) return problem(check, `only ${left}`, advice)
  if (freeBytes < freeBytesEnough || share < freeShareEnough) return warning(check, `only ${left}`, advice)
  return ok(check, left)
}

export function checkDisk(directory: string): Finding {
  const { bavail, blocks, bsize } = statfsSync(existing(directory))
  return judgeDisk(bavail * bsize, blocks * bsize)
}
