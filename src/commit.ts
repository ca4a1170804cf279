import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const commitId = /^[0-9a-f]{40,64}$/

/**
 * Reads the commit of a checkout without calling git, or the one that `npm pack` stored in the package. Null when
 * neither is available.
 */
export function readCommit(root: string): string | null {
  return readHead(root) ?? readId(join(root, 'commit.txt'))
}

function readHead(root: string): string | null {
  const dotGit = join(root, '.git')
  // In a worktree `.git` is a file that names the directory, and branches are in the directory shared by all worktrees.
  const named = readText(dotGit)?.match(/^gitdir: (.*)$/)?.[1]
  const directory = named === undefined ? dotGit : resolve(root, named)
  const head = readText(join(directory, 'HEAD'))
  const branch = head?.match(/^ref: (.*)$/)?.[1]
  if (branch === undefined) return head !== null && commitId.test(head) ? head : null
  const shared = resolve(directory, readText(join(directory, 'commondir')) ?? '.')
  return readId(join(shared, branch)) ?? findPacked(readText(join(shared, 'packed-refs')) ?? '', branch)
}

/** Git packs unchanged branches into one file. */
function findPacked(lines: string, branch: string): string | null {
  const line = lines.split('\n').find((one) => one.endsWith(` ${branch}`))
  return line?.slice(0, -branch.length - 1) ?? null
}

function readId(path: string): string | null {
  const text = readText(path)
  return text !== null && commitId.test(text) ? text : null
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return null
  }
}
