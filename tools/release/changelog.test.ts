import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkVersion, findSection } from './changelog.ts'

const changelog = `# Changelog

## 0.4.0 (unreleased)

## 0.3.0 (unreleased)

- One.
- Two.

## 0.2.0 (2026-12-01)

- Old.
`

describe('findSection', () => {
  it('returns the text up to the next section, and the dated changelog', () => {
    const { text, dated } = findSection(changelog, '0.3.0', '2027-01-31')
    assert.equal(text, '- One.\n- Two.')
    assert.equal(dated, changelog.replace('0.3.0 (unreleased)', '0.3.0 (2027-01-31)'))
  })

  for (const [version, problem] of [
    ['0.5.0', /no section "## 0\.5\.0 \(unreleased\)"/],
    ['0.4.0', /is empty/],
    ['0.2.0', /was already released: "## 0\.2\.0 \(2026-12-01\)"/],
  ] as const)
    it(`rejects ${version}`, () => {
      assert.throws(() => findSection(changelog, version, '2027-01-31'), problem)
    })
})

describe('checkVersion', () => {
  for (const [next, current] of [
    ['0.2.0', '0.2.0'],
    ['0.2.1', '0.2.0'],
    ['0.10.0', '0.9.9'],
    ['1.0.0', '0.99.0'],
  ] as const)
    it(`accepts ${next} after ${current}`, () => checkVersion(next, current))

  for (const [next, current, problem] of [
    ['0.1.9', '0.2.0', /older/],
    ['0.2.0', '1.0.0', /older/],
    ['0.9.9', '0.10.0', /older/],
    ['v0.3.0', '0.2.0', /X\.Y\.Z/],
    ['0.3', '0.2.0', /X\.Y\.Z/],
    ['0.03.0', '0.2.0', /X\.Y\.Z/],
    ['', '0.2.0', /X\.Y\.Z/],
  ] as const)
    it(`rejects ${JSON.stringify(next)} after ${current}`, () =>
      assert.throws(() => checkVersion(next, current), problem))
})
