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
    `Use Node ${nodeMin} or later. On Linux, it is included in npm start and npx ngoma; on other systems, install it from nodejs.org.`,
  )
}

function findExisting(directory: string): string {
  return existsSync(directory) || dirname(directory) === directory ? directory : findExisting(dirname(directory))
}

const isAccessible = (path: string, mode: number) => {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

export const holdsDatabase = (directory: string) => existsSync(join(directory, 'db', 'PG_VERSION'))

/** For root too: files that root creates are not writable for the user of the server. */
export const isOwnedByOther = (directory: string, uid = process.getuid?.()) =>
  uid !== undefined && existsSync(directory) && statSync(directory).uid !== uid

export function checkDirectory(directory: string): Finding {
  const check = 'data directory'
  const elsewhere = 'set NGOMA_DATA to another directory'
  const found = findExisting(directory)
  if (!statSync(found).isDirectory())
    return problem(check, `${found} is not a directory`, `Remove it, or ${elsewhere}.`)
  if (!isAccessible(found, constants.R_OK | constants.W_OK | constants.X_OK)) {
    return problem(
      check,
      `this user cannot write to ${found}`,
      `Change its owner to the user that runs Ngoma (chown), or ${elsewhere}.`,
    )
  }
  if (found !== directory) return ok(check, `${directory} does not exist yet: the first start creates it`)
  if (isOwnedByOther(directory)) {
    return warning(
      check,
      `${directory} belongs to another user (user ID ${statSync(directory).uid})`,
      'Run ngoma as the user that runs the server.',
    )
  }
  if (holdsDatabase(directory) && (statSync(directory).mode & 0o077) !== 0) {
    return warning(
      check,
      `other users of this machine can read ${directory}, which contains the database`,
      `Restrict access: chmod 700 ${directory}`,
    )
  }
  return ok(check, directory)
}

const formatSize = (bytes: number) =>
  bytes < 1_024 * mebibyte ? `${Math.floor(bytes / mebibyte)} MB` : `${(bytes / (1_024 * mebibyte)).toFixed(1)} GB`

export function checkFreeSpace(freeBytes: number, totalBytes: number): Finding {
  const check = 'disk'
  const share = totalBytes === 0 ? 1 : freeBytes / totalBytes
  const left = `${formatSize(freeBytes)} (${Math.floor(share * 100)}%) free for the data directory`
  const advice = 'Free disk space, or set NGOMA_DATA to a directory on another disk.'
  if (freeBytes < freeBytesMin) return problem(check, `only ${left}`, advice)
  if (freeBytes < freeBytesEnough || share < freeShareEnough) return warning(check, `only ${left}`, advice)
  return ok(check, left)
}

export function checkDisk(directory: string): Finding {
  const { bavail, blocks, bsize } = statfsSync(findExisting(directory))
  return checkFreeSpace(bavail * bsize, blocks * bsize)
}
