import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { anchorOf, renderMarkdown } from './markdown.ts'

const resolve = (href: string) => (href.startsWith('http') ? href : href === 'known.md' ? '/known' : null)

describe('renderMarkdown', () => {
  const texts: readonly [title: string, text: string, html: string][] = [
    [
      'escapes HTML',
      '<script>alert(1)</script> & "a"',
      '<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;a&quot;</p>',
    ],
    ['escapes HTML in code', '`<b>`', '<p><code>&lt;b&gt;</code></p>'],
    ['drops comments', '<!-- codes -->', ''],
    ['has anchors in headings', '## What is `logged`?', '<h2 id="what-is-logged">What is <code>logged</code>?</h2>'],
    ['joins the lines of a paragraph', 'a\nb\n\nc', '<p>a\nb</p>\n<p>c</p>'],
    [
      'emphasizes',
      '**a `b`** and *c d*, 2 * 3 * 4',
      '<p><strong>a <code>b</code></strong> and <em>c d</em>, 2 * 3 * 4</p>',
    ],
    ['links to known pages', '[a](known.md)', '<p><a href="/known">a</a></p>'],
    ['shows the text of other links', '[a `b`](secret.md) [x](javascript:1)', '<p>a <code>b</code> x</p>'],
    [
      'links to other sites',
      '[a](https://x.example/?a=1&b)',
      '<p><a href="https://x.example/?a=1&amp;b" rel="noreferrer">a</a></p>',
    ],
    ['keeps code unchanged', '```sh\na <b>\n\n# c\n```', '<pre tabindex="0"><code>a &lt;b&gt;\n\n# c</code></pre>'],
    ['renders lists', '- a\n- b\n  c', '<ul><li>a</li><li>b\nc</li></ul>'],
    [
      'renders code in items',
      '1. a\n\n   ```\n   x\n     y\n   ```\n\n2. b',
      '<ol><li>a\n<pre tabindex="0"><code>x\n  y</code></pre></li><li>b</li></ol>',
    ],
    [
      'renders tables',
      '| a | b |\n|---|---|\n| `x \\| y` | *c* |',
      '<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td><code>x | y</code></td><td><em>c</em></td></tr></tbody></table></div>',
    ],
    ['renders powers', '62<sup>10</sup> <sup>x</sup>', '<p>62<sup>10</sup> &lt;sup&gt;x&lt;/sup&gt;</p>'],
  ]
  for (const [title, text, html] of texts) it(title, () => assert.equal(renderMarkdown(text, { resolve }), html))

  it('makes the anchors of GitHub', () => assert.equal(anchorOf('Strict & `lenient`: a, b'), 'strict--lenient-a-b'))
})
