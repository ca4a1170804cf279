import { List, Stack, Text } from '@mantine/core'
import type { PersonData } from '../../../../src/contract/console/person.ts'
import { confirm } from '../../parts/confirm.ts'
import { withPlus } from '../../parts/numbers.ts'
import { fill, t, wordFor } from '../../text.ts'
import { countText } from './record.ts'
import type { Scope } from './scope.ts'

/** Asks before the erasure, and names everything that will be removed. */
export const erase = ({ phone, sources }: PersonData, shown: string, scope: Scope, onErased: () => void) =>
  confirm({
    title: fill(t.person.eraseTitle, { phone: shown }),
    warning: (
      <Stack gap="sm">
        <Text>
          {scope.account === null
            ? t.person.eraseEverywhere
            : fill(t.person.eraseHere, { account: scope.account.name })}
        </Text>
        {sources.length === 0 ? (
          <Text size="sm">{t.person.nothing}</Text>
        ) : (
          <List size="sm">
            {sources.map((source) => (
              <List.Item key={source.name}>
                {wordFor(t.person.sources, source.name)}: {countText(source)}
              </List.Item>
            ))}
          </List>
        )}
        <Text size="sm">{t.person.eraseKept}</Text>
        <Text fw={600}>{t.person.eraseFinal}</Text>
      </Stack>
    ),
    submit: t.person.erase,
    run: () => scope.erase(withPlus(phone)),
    refreshes: [scope.erasures],
    done() {
      onErased()
      return fill(t.person.started, { phone: shown })
    },
  })
