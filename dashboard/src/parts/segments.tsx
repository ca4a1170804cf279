import { Text } from '@mantine/core'
import { fitText } from '../../../src/values/gsm.ts'
import { showCount } from './text.tsx'

/** How long a text is and in how many parts it goes out, as the server counts them. A part is what is paid for. */
export function Segments({ text }: { readonly text: string }) {
  const { encoding, segments } = fitText(text, 'gsm')
  const odd = encoding === 'ucs2' ? oddOnes(text) : []
  return (
    <Text size="sm" c="dimmed" aria-live="polite" component="div">
      {showCount([...text].length)} characters ·{' '}
      {text === '' ? '0 segments' : segments === 1 ? '1 segment' : `${showCount(segments)} segments`} ·{' '}
      {encoding === 'gsm'
        ? 'GSM (160 characters a message, 153 each when there are more)'
        : 'Unicode (70 characters a message, 67 each when there are more)'}
      {odd.length > 0 && ` because of ${odd.join(' ')}`}
    </Text>
  )
}

/** The first few characters that plain text messages can't carry: without them it would be cheaper. */
function oddOnes(text: string): string[] {
  const odd = [...new Set(text)].filter((character) => fitText(character, 'gsm').encoding === 'ucs2')
  return odd.length > 5 ? [...odd.slice(0, 5), '…'] : odd
}
