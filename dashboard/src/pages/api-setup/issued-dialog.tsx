import { Text } from '@mantine/core'
import { curlLine, exampleNumber } from '../../parts/curl.ts'
import { SecretDialog } from '../../parts/dialog.tsx'
import { useAbout } from '../../session.tsx'
import { useBase } from './base.ts'
import type { Issued, Shown } from './credential.ts'
import { products } from './products.ts'

const linesOf = (issued: Issued): readonly (readonly [string, string])[] =>
  'token' in issued
    ? [['Token', issued.token]]
    : [
        ['API key', issued.apiKey],
        ['Secret', issued.secret],
      ]

/** The secret, once, and a line that tries it. */
export function IssuedDialog({
  shown: { title, issued, products: some },
  onClose,
}: {
  readonly shown: Shown
  readonly onClose: () => void
}) {
  const baseOf = useBase()
  const { staging } = useAbout()
  // Of all products the one that costs nothing to try.
  const product = products.find(({ id }) => (some === null ? id === 'topup' : some.includes(id)))
  const tries =
    product === undefined
      ? []
      : [
          [
            'Try it in a terminal',
            curlLine(baseOf(product.id), product.example(exampleNumber(staging)), issued),
          ] as const,
        ]
  return (
    <SecretDialog title={title} lines={[...linesOf(issued), ...tries]} onClose={onClose}>
      <Text size="sm">
        Put it into the settings of your program, never into a web page or an app that others install: whoever has it
        spends your credit.
      </Text>
    </SecretDialog>
  )
}
