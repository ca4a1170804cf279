import { Button, Menu, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { useAccount, useMe } from '../session.tsx'

/** More than these are found by typing. */
const shownMax = 10

/** Which account the pages are about. */
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
          aria-label={`Account: ${account.name}`}
        >
          {account.name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
        {accounts.length > shownMax && (
          <Menu.Search
            aria-label="Find an account"
            placeholder="Find an account"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        )}
        {found.length === 0 && typed !== '' && <Menu.Label>No account of yours is called so.</Menu.Label>}
        {[false, true].map((isSub) => {
          const group = found.filter(({ subAccount }) => subAccount === isSub)
          return (
            <Fragment key={String(isSub)}>
              {isSub && group.length > 0 && <Menu.Label>Sub-accounts</Menu.Label>}
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
            <Menu.Item onClick={() => void navigate({ to: '/operator/accounts' })}>All accounts…</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
