import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { settings } from './settings.ts'

describe('settings', () => {
  it('matches the table in docs/operating.md, row by row', () => {
    const lines = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8').split('\n')
    const first = lines.indexOf('| Setting | Default | What it does |') + 2
    const documented = lines.slice(
      first,
      lines.findIndex((line, index) => index > first && !line.startsWith('|')),
    )
    assert.deepEqual(
      documented.map((line) => line.replace(/[^|]+\. \|$/, '…')),
      Object.values(settings).map(({ name, fallback }) => `| \`${name}\` | ${fallback} |…`),
    )
  })
})
