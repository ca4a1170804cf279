import { Text } from '@mantine/core'
import { fitText } from '../../../src/values/gsm.ts'
import { fill, t } from '../text.ts'

/** The length of a text and the parts it is charged for, as the server counts them. */
export function TextSize({
  text,
  isBrief = false,
}: {
  readonly text: string
  /** Without the limits of the GSM alphabet. */
  readonly isBrief?: boolean
}) {
  const { encoding, segments } = fitText(text, 'gsm')
  const facts = [
    fill(t.shared.characters, { count: [...text].length }),
    fill(t.shared.parts, { count: text === '' ? 0 : segments }),
    ...(encoding !== 'gsm'
      ? [fill(t.shared.unicode, { characters: unicodeCharacters(text).join(' ') })]
      : isBrief
        ? []
        : [t.shared.gsm]),
  ]
  return (
    <Text size="sm" c="dimmed" aria-live="polite" component="div">
      {facts.join(' · ')}
    </Text>
  )
}

/** The first few characters outside the GSM alphabet. Without them the message would be cheaper. */
function unicodeCharacters(text: string): string[] {
  const found = [...new Set(text)].filter((character) => fitText(character, 'gsm').encoding === 'ucs2')
  return found.length > 5 ? [...found.slice(0, 5), '…'] : found
}
