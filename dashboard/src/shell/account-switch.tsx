import { Button, Menu, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { useAccount, useMe } from '../session.tsx'
import { fill, t } from '../text.ts'

/** A longer list gets a search field. */
const unsearchedMax = 10

/** The current account, as a menu when the user may switch to another. */
export function AccountSwitch() {
  const { accounts, operator } = useMe()
  const account = useAccount()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  if (account === null) return null
  if (accounts.length < 2 && !operator)
    return (
      <Text fw={500} truncate maw={220}>
        {account.name}
      </Text>
    )
  const found = accounts.filter(({ accountName }) => accountName.toLowerCase().includes(typed.trim().toLowerCase()))
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-md"
          maw={{ base: 150, sm: 260 }}
          aria-label={fill(t.shell.account, { name: account.name })}
        >
          {account.name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
        {accounts.length > unsearchedMax && (
          <Menu.Search
            aria-label={t.shell.findAccount}
            placeholder={t.shell.findAccount}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        )}
        {found.length === 0 && typed !== '' && <Menu.Label>{t.shell.noAccount}</Menu.Label>}
        {[false, true].map((isSub) => {
          const group = found.filter(({ subAccount }) => subAccount === isSub)
          return (
            <Fragment key={String(isSub)}>
              {isSub && group.length > 0 && <Menu.Label>{t.shell.subAccounts}</Menu.Label>}
              {group.map(({ accountId, accountName }) => (
                <Menu.Item key={accountId} onClick={() => void navigate({ to: `/accounts/${accountId}/home` })}>
                  {accountName}
                </Menu.Item>
              ))}
            </Fragment>
          )
        })}
        {operator && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => void navigate({ to: '/operator/accounts' })}>{t.shell.allAccounts}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
