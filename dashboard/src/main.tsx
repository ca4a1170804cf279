import '@fontsource-variable/figtree/wght.css'
import './mantine.css'
import '@mantine/notifications/styles.css'
import './main.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './data.ts'
import { router } from './router.tsx'
import { cssVariables, theme } from './theme.ts'

const place = document.getElementById('root')
if (place === null) throw new Error('the page has no place for the dashboard')

createRoot(place).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Notifications position="top-right" />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
