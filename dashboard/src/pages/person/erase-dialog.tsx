import { List, Stack, Text } from '@mantine/core'
import type { PersonData } from '../../../../src/contract/console/person.ts'
import { useChange } from '../../data.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { withPlus } from '../../parts/numbers.ts'
import { type Opening, useOnOpen } from '../../parts/opening.ts'
import { usePhoneText } from '../../parts/phone.tsx'
import { fill, t, wordFor } from '../../text.ts'
import { countText } from './record-count.ts'
import type { Scope } from './scope.ts'

/** Names everything that will be removed. */
export function EraseDialog({
  opening: { isOpen, about, close },
  scope,
  onErased,
}: {
  readonly opening: Opening<PersonData>
  readonly scope: Scope
  readonly onErased: () => void
}) {
  const phone = about?.phone ?? ''
  const shown = usePhoneText()(phone)
  const erase = useChange(() => scope.erase(withPlus(phone)), {
    refreshes: [scope.erasures],
    onDone: () => {
      close()
      sayDone(fill(t.person.started, { phone: shown }))
      onErased()
    },
  })
  useOnOpen(isOpen, erase.reset)
  return (
    <Confirm
      title={fill(t.person.eraseTitle, { phone: shown })}
      isOpen={isOpen}
      onClose={close}
      change={erase}
      submit={t.person.erase}
      onConfirm={() => erase.mutate(undefined)}
    >
      <Stack gap="sm">
        <Text>
          {scope.account === null
            ? t.person.eraseEverywhere
            : fill(t.person.eraseHere, { account: scope.account.name })}
        </Text>
        {about?.sources.length === 0 ? (
          <Text size="sm">{t.person.nothing}</Text>
        ) : (
          <List size="sm">
            {about?.sources.map((source) => (
              <List.Item key={source.name}>
                {wordFor(t.person.sources, source.name)}: {countText(source)}
              </List.Item>
            ))}
          </List>
        )}
        <Text size="sm">{t.person.eraseKept}</Text>
        <Text fw={600}>{t.person.eraseFinal}</Text>
      </Stack>
    </Confirm>
  )
}
