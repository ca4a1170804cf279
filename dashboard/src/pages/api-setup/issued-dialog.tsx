import { Text } from '@mantine/core'
import { curlLine, exampleNumber } from '../../parts/curl.ts'
import { SecretDialog } from '../../parts/dialog.tsx'
import { useAbout } from '../../session.tsx'
import { t } from '../../text.ts'
import { type Issued, type Shown, useBase } from './credential.ts'

import { products } from './products.ts'

const linesOf = (issued: Issued): readonly (readonly [string, string])[] =>
  'token' in issued
    ? [[t.apiSetup.issued.token, issued.token]]
    : [
        [t.apiSetup.kinds.key, issued.apiKey],
        [t.apiSetup.issued.secret, issued.secret],
      ]

/** Shows a new secret once, with a curl command to try it. */
export function IssuedDialog({
  shown: { title, issued, products: some },
  onClose,
}: {
  readonly shown: Shown
  readonly onClose: () => void
}) {
  const baseOf = useBase()
  const { staging } = useAbout()
  // Without limits, the balance request: it costs nothing.
  const product = products.find(({ id }) => (some === null ? id === 'topup' : some.includes(id)))
  const tries =
    product === undefined
      ? []
      : [
          [
            t.apiSetup.issued.tryIt,
            curlLine(baseOf(product.id), product.example(exampleNumber(staging)), issued),
          ] as const,
        ]
  return (
    <SecretDialog title={title} lines={[...linesOf(issued), ...tries]} onClose={onClose}>
      <Text size="sm">{t.apiSetup.issued.keepSafe}</Text>
    </SecretDialog>
  )
}
