import { Kbd, Modal, Stack, Switch, Table } from '@mantine/core'
import { Fragment, useState } from 'react'
import { useFocusBack } from '../../parts/focus.ts'
import { t } from '../../text.ts'
import { areKeysOn, switchKeys } from './shortcuts.ts'

const keys: readonly (readonly [keys: readonly string[], effect: string])[] = [
  [['j', '↓'], t.inbox.keys.next],
  [['k', '↑'], t.inbox.keys.previous],
  [[t.inbox.keyNames.enter], t.inbox.keys.open],
  [['r'], t.inbox.keys.reply],
  [['n'], t.inbox.keys.note],
  [[t.inbox.keyNames.send], t.inbox.keys.send],
  [[t.inbox.keyNames.escape], t.inbox.keys.leave],
  [['a'], t.inbox.keys.assign],
  [['e'], t.inbox.keys.close],
  [['u'], t.inbox.keys.back],
  [['/'], t.inbox.keys.search],
  [['?'], t.inbox.keys.help],
]

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  useFocusBack()
  const [isOn, setOn] = useState(areKeysOn)
  return (
    <Modal opened onClose={onClose} title={t.inbox.shortcuts} closeButtonProps={{ 'aria-label': t.shared.close }}>
      <Stack gap="md">
        <Table verticalSpacing={6} aria-label={t.inbox.shortcuts}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.inbox.key}</Table.Th>
              <Table.Th>{t.inbox.keyEffect}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {keys.map(([names, effect]) => (
              <Table.Tr key={effect}>
                <Table.Td>
                  {names.map((name, place) => (
                    <Fragment key={name}>
                      {place > 0 && ' '}
                      <Kbd>{name}</Kbd>
                    </Fragment>
                  ))}
                </Table.Td>
                <Table.Td>{effect}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Switch
          label={t.inbox.useKeys}
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => {
            switchKeys(checked)
            setOn(checked)
          }}
        />
      </Stack>
    </Modal>
  )
}
