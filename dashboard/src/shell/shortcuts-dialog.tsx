import { Kbd, Modal, Stack, Switch, Table, Text } from '@mantine/core'
import { Fragment, useState } from 'react'
import { useFocusBack } from '../parts/focus.ts'
import { areShortcutsEnabled, switchKeys } from '../parts/shortcuts.ts'
import { t } from '../text.ts'
import { goKeysOf, searchKeys } from './go-keys.ts'

import { useVisiblePages } from './visible-pages.ts'

type Line = readonly [keys: readonly string[], effect: string]

const { names, everywhere, groups } = t.shortcuts

const general: readonly Line[] = [
  [searchKeys, everywhere.search],
  [['/'], everywhere.pageSearch],
  [['j'], everywhere.next],
  [['k'], everywhere.previous],
  [['?'], everywhere.help],
]

const ofInbox: readonly Line[] = [
  [['j', '↓'], t.inbox.keys.next],
  [['k', '↑'], t.inbox.keys.previous],
  [[names.enter], t.inbox.keys.open],
  [['r'], t.inbox.keys.reply],
  [['n'], t.inbox.keys.note],
  [[names.send], t.inbox.keys.send],
  [[names.escape], t.inbox.keys.leave],
  [['a'], t.inbox.keys.assign],
  [['e'], t.inbox.keys.close],
  [['u'], t.inbox.keys.back],
]

/** All shortcuts, with a switch for those without Ctrl. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  useFocusBack()
  const [isOn, setOn] = useState(areShortcutsEnabled)
  const pages = useVisiblePages().flatMap((page): Line[] => {
    const keys = goKeysOf(page)
    return keys === undefined ? [] : [[keys, page.title]]
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.shortcuts.title}
      size="lg"
      closeButtonProps={{ 'aria-label': t.shared.close }}
    >
      <Stack gap="md">
        <Switch
          label={t.shortcuts.useKeys}
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => {
            switchKeys(checked)
            setOn(checked)
          }}
        />
        <Lines title={groups.everywhere} lines={general} />
        <Lines title={groups.goTo} lines={pages} />
        <Lines title={groups.inbox} lines={ofInbox} />
      </Stack>
    </Modal>
  )
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly Line[] }) {
  return (
    <div>
      <Text fw={600} size="sm" aria-hidden="true">
        {title}
      </Text>
      <Table verticalSpacing={6} aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={140}>{t.shortcuts.key}</Table.Th>
            <Table.Th>{t.shortcuts.effect}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map(([keys, effect]) => (
            <Table.Tr key={effect}>
              <Table.Td>
                <KeyNames of={keys} />
              </Table.Td>
              <Table.Td>{effect}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

/** Keys in a row. */
export const KeyNames = ({ of: names }: { readonly of: readonly string[] }) =>
  names.map((name, place) => (
    <Fragment key={name}>
      {place > 0 && ' '}
      <Kbd>{name}</Kbd>
    </Fragment>
  ))
