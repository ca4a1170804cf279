import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { readCommit } from './commit.ts'

const id = 'a1b2c3d4e5f60718293a4b5c6d7e8f9001122334'
const other = id.replace('a', 'f')
const trees: readonly (readonly [title: string, files: Readonly<Record<string, string>>, commit: string | null])[] = [
  ['a branch', { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${id}\n` }, id],
  [
    'a packed branch',
    {
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/packed-refs': `# pack-refs with: peeled\n${other} refs/heads/not/refs/heads/main\n${other} refs/tags/v1\n^${other}\n${id} refs/heads/main\n`,
    },
    id,
  ],
  ['a detached HEAD', { '.git/HEAD': `${id}\n` }, id],
  [
    'a worktree',
    {
      '.git': 'gitdir: main/.git/worktrees/one\n',
      'main/.git/worktrees/one/HEAD': 'ref: refs/heads/one\n',
      'main/.git/worktrees/one/commondir': '../..\n',
      'main/.git/refs/heads/one': `${id}\n`,
    },
    id,
  ],
  ['a package', { 'commit.txt': `${id}\n` }, id],
  ['a checkout with a commit.txt of an earlier npm pack', { '.git/HEAD': `${id}\n`, 'commit.txt': `${other}\n` }, id],
  ['a branch without a commit', { '.git/HEAD': 'ref: refs/heads/main\n' }, null],
  ['a damaged HEAD', { '.git/HEAD': '\0' }, null],
  ['an empty directory', {}, null],
]

describe('readCommit', () => {
  for (const [title, files, commit] of trees) {
    it(`${commit === null ? 'returns null for' : 'reads the commit of'} ${title}`, (context) => {
      const root = mkdtempSync(join(tmpdir(), 'ngoma-commit-'))
      context.after(() => rmSync(root, { recursive: true, force: true }))
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(root, name)), { recursive: true })
        writeFileSync(join(root, name), text)
      }
      assert.equal(readCommit(root), commit)
    })
  }
})
