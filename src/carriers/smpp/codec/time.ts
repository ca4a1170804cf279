/** An absolute time as SMPP has it, in GMT: YYMMDDhhmmss, tenths of a second, and quarters of an hour from GMT. */
export const formatTime = (time: Date): string => `${time.toISOString().slice(2, 19).replaceAll(/[-T:]/g, '')}000+`
