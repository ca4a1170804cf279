import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

describe('the example of a list page', () => {
  const page = read('dashboard/examples/list-page.tsx')

  it('is in CONTRIBUTING.md as it is compiled', () =>
    assert.ok(read('CONTRIBUTING.md').includes(`\`\`\`tsx\n${page.slice(page.indexOf('export function'))}\`\`\``)))

  it('takes fewer than 60 lines', () => assert.ok(page.trimEnd().split('\n').length < 60))
})
