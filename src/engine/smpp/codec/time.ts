/** An absolute SMPP time in GMT: YYMMDDhhmmss, tenths of a second, and the offset from GMT in quarters of an hour. */
export const formatTime = (time: Date): string => `${time.toISOString().slice(2, 19).replaceAll(/[-T:]/g, '')}000+`
