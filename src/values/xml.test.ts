import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseXml, type XmlElement } from './xml.ts'

const limits = { depthMax: 32, elementsMax: 1_000 }
const leaf = (name: string, text = ''): XmlElement => ({ name, text, children: [] })
const tree = (name: string, ...children: readonly XmlElement[]): XmlElement => ({ name, text: '', children })
const nested = (levels: number) => '<a>'.repeat(levels) + '</a>'.repeat(levels)

const wellFormed: readonly [title: string, document: string, root: XmlElement][] = [
  ['an empty element', '<a/>', leaf('a')],
  ['an empty element in two tags', '<a></a>', leaf('a')],
  ['white space in tags', '<a\n><b\t/></a \r\n>', tree('a', leaf('b'))],
  ['text', '<a>Hello</a>', leaf('a', 'Hello')],
  ['white space, unchanged', '<a> \t\r\n x\r </a>', leaf('a', ' \t\r\n x\r ')],
  ['the predefined entities', '<a>&lt;&amp;&gt;&quot;&apos;</a>', leaf('a', `<&>"'`)],
  ['character references', '<a>&#65;&#x41;&#x1F600;&#x1f600;&#0000013;&#x10FFFF;</a>', leaf('a', 'AA😀😀\r\u{10ffff}')],
  ['references that are decoded once', '<a>&amp;lt;&#38;amp;</a>', leaf('a', '&lt;&amp;')],
  ['a CDATA section', '<a>x<![CDATA[<b>&amp;]] >]]>y<![CDATA[]]></a>', leaf('a', 'x<b>&amp;]] >y')],
  ['a CDATA section that ends in brackets', '<a><![CDATA[x]]]]></a>', leaf('a', 'x]]')],
  ['comments', '<!-- 1 --><a>x<!-- <b> & - -->y</a><!---->', leaf('a', 'xy')],
  ['processing instructions', '<?one?><a>x<?two <b> & ?>y</a><?xml-stylesheet x?>', leaf('a', 'xy')],
  ['a declaration', `<?xml version="1.0" encoding='utf-8' standalone="yes" ?>\n<a/>\n`, leaf('a')],
  ['a declaration after a byte order mark', '\ufeff<?xml version="1.0"?><a/>', leaf('a')],
  ['another encoding, in ASCII', '<?xml version="1.0" encoding="ISO-8859-1"?><a>e</a>', leaf('a', 'e')],
  ['attributes, which are ignored', `<a x="1" y = '"&lt;&#10;>]]>'\n z:z=""><b x="/"/></a>`, tree('a', leaf('b'))],
  [
    'elements, without the text between them',
    '<a> <b>1</b> x <b>2</b> </a>',
    tree('a', leaf('b', '1'), leaf('b', '2')),
  ],
  ['names of all kinds', '<ns:a><_é-1.x/><__proto__/></ns:a>', tree('ns:a', leaf('_é-1.x'), leaf('__proto__'))],
  ['a name that begins like another', '<ab><a/></ab>', tree('ab', leaf('a'))],
  ['a bracket in text', '<a>]] > ></a>', leaf('a', ']] > >')],
]

const notWellFormed: readonly [title: string, document: string][] = [
  ['nothing', ''],
  ['white space', ' \n'],
  ['words', 'hello'],
  ['JSON', '{"message":"Hello"}'],
  ['text before the root', 'x<a/>'],
  ['text after the root', '<a/>x'],
  ['a reference after the root', '<a/>&#32;'],
  ['CDATA after the root', '<a/><![CDATA[]]>'],
  ['two roots', '<a/><b/>'],
  ['only a comment', '<!-- a -->'],
  ['an element that is not closed', '<a>'],
  ['an element that is not opened', '</a>'],
  ['a tag that does not end', '<a'],
  ['a tag that does not end in an element', '<a><b</a>'],
  ['tags that cross', '<a><b></a></b>'],
  ['another closing tag', '<a></b>'],
  ['a longer closing tag', '<a></ab>'],
  ['a shorter closing tag', '<ab></a>'],
  ['another case', '<a></A>'],
  ['attributes in a closing tag', '<a></a x="1">'],
  ['a slash too many', '<a//>'],
  ['a space before the slash ends', '<a/ >'],
  ['a name with a digit first', '<1/>'],
  ['a missing name', '<>x</>'],
  ['white space before a name', '< a/>'],
  ['an attribute without a value', '<a x/>'],
  ['an attribute without quotes', '<a x=1/>'],
  ['an attribute that does not end', '<a x="1/>'],
  ['an attribute with a tag in it', '<a x="<"/>'],
  ['an attribute with an unknown entity', '<a x="&y;"/>'],
  ['an attribute twice', '<a x="1" x="1"/>'],
  ['attributes without white space', '<a x="1"y="2"/>'],
  ['an ampersand', '<a>x & y</a>'],
  ['an ampersand at the end', '<a>x &</a>'],
  ['a reference that does not end', '<a>&amp</a>'],
  ['an unknown entity', '<a>&nbsp;</a>'],
  ['an entity in capitals', '<a>&AMP;</a>'],
  ['entities named like properties of Object', '<a>&constructor;&__proto__;</a>'],
  ['a reference to NUL', '<a>&#0;</a>'],
  ['a reference to a control character', '<a>&#x1b;</a>'],
  ['references to surrogates', '<a>&#xd83d;&#xde00;</a>'],
  ['a reference to a noncharacter', '<a>&#xffff;</a>'],
  ['a reference beyond Unicode', '<a>&#x110000;</a>'],
  ['a reference far beyond Unicode', `<a>&#${'9'.repeat(400)};</a>`],
  ['an empty reference', '<a>&#;</a>'],
  ['a reference in capitals', '<a>&#X41;</a>'],
  ['a NUL', '<a>\0</a>'],
  ['a control character', '<a>\u001b</a>'],
  ['no character', '<a>\uffff</a>'],
  ['the end of a CDATA section without its start', '<a>]]></a>'],
  ['an unterminated CDATA section', '<a><![CDATA[x</a>'],
  ['CDATA in lower case', '<a><![cdata[x]]></a>'],
  ['a comment that does not end', '<a><!-- x</a>'],
  ['hyphens in a comment', '<a><!-- x -- y --></a>'],
  ['three hyphens at the end of a comment', '<a><!-- x ---></a>'],
  ['half of a comment', '<a><!-></a>'],
  ['a processing instruction that does not end', '<a><?x</a>'],
  ['a processing instruction without a name', '<a><??></a>'],
  ['a declaration after white space', ' <?xml version="1.0"?><a/>'],
  ['a declaration inside', '<a><?xml version="1.0"?></a>'],
  ['two declarations', '<?xml version="1.0"?><?xml version="1.0"?><a/>'],
  ['a declaration without a version', '<?xml encoding="utf-8"?><a/>'],
  ['a declaration of another version', '<?xml version="2.0"?><a/>'],
  ['another encoding, beyond ASCII', '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>'],
  ['a document type', '<!DOCTYPE a><a/>'],
  ['a document type in lower case', '<!doctype a><a/>'],
  ['a document type after the root', '<a/><!DOCTYPE a>'],
  ['a document type in the root', '<a><!DOCTYPE a></a>'],
  ['a document type with an entity', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
  ['an entity declaration in the root', '<a><!ENTITY b "c"></a>'],
  ['33 levels', nested(33)],
  ['100,000 levels', nested(100_000)],
  ['100,000 unclosed levels', '<a>'.repeat(100_000)],
]

describe('parseXml', () => {
  for (const [title, document, root] of wellFormed)
    it(`accepts ${title}`, () => assert.deepEqual(parseXml(document, limits), root))
  for (const [title, document] of notWellFormed)
    it(`rejects ${title}`, () => assert.equal(parseXml(document, limits), null))

  it('accepts the maximum depth', () => {
    assert.notEqual(parseXml(nested(32), limits), null)
    assert.notEqual(parseXml(`<a>${'<b/>'.repeat(100)}</a>`, { ...limits, depthMax: 2 }), null)
  })

  const tooMuch: readonly [what: string, content: string][] = [
    ['elements', '<b/>'.repeat(1_000)],
    ['attributes', `<b ${Array.from({ length: 1_000 }, (_, index) => `a${index}=""`).join(' ')}/>`],
    ['comments', '<!---->'.repeat(1_000)],
    ['instructions', '<?b ?>'.repeat(1_000)],
    ['references', '&lt;'.repeat(100_001)],
  ]
  for (const [what, content] of tooMuch)
    it(`limits the number of ${what}`, () => {
      const large = { ...limits, elementsMax: 2_000 }
      const written = `<a>${content}</a>`
      assert.deepEqual([parseXml(written, large) === null, parseXml(written, limits)], [what === 'references', null])
    })

  it('returns the original text for every way of escaping it', () => {
    const escapes: readonly ((character: string) => string)[] = [
      (character) => (/[<&>]/.test(character) ? `&#${character.codePointAt(0)};` : character),
      (character) => `&#x${character.codePointAt(0)?.toString(16)};`,
      (character) => ({ '<': '&lt;', '&': '&amp;', '>': '&gt;', '"': '&quot;', "'": '&apos;' })[character] ?? character,
      (character) => `<![CDATA[${character}]]>`,
    ]
    const carried = fc
      .string({ unit: 'binary' })
      .map((text) => text.replace(/[^\t\n\r\x20-\ufffd]/g, '').toWellFormed())
    const text = fc.oneof(
      carried,
      fc.string({
        unit: fc.constantFrom('<', '>', '&', ';', ']', '[', '-', '#', 'x', '"', "'", ' ', '\r', '\n', 'é', '😀'),
      }),
    )
    fc.assert(
      fc.property(text, fc.infiniteStream(fc.constantFrom(...escapes)), (said, chosen) => {
        const written = [...said]
          .map((character) => (chosen.next().value as (typeof escapes)[number])(character))
          .join('')
        assert.deepEqual(parseXml(`<a>${written}</a>`, limits), leaf('a', said))
      }),
    )
  })

  it('either parses or rejects any input', () => {
    const piece = fc.constantFrom(
      '<a>',
      '</a>',
      '<b/>',
      '<',
      '>',
      '/',
      '&',
      '&amp;',
      '&#65;',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?',
      '?>',
      'x',
      ' ',
      '="',
      '"',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => void parseXml(pieces.join(''), limits)),
      { numRuns: 1_000 },
    )
  })
})
