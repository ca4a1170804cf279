import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { escapeHtml } from './xml.ts'

describe('escapeHtml', () => {
  it('escapes tags, attributes and entities', () =>
    assert.equal(escapeHtml(`<a href="x" b='y'>&amp;`), '&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;amp;'))
})
