# A release with one migration more: see ../../README.md.
FROM owner-api:drill.1
USER 0
RUN mkdir prisma/migrations/20990101000000_drill \
  && echo 'CREATE TABLE "drill" ("id" INTEGER PRIMARY KEY);' > prisma/migrations/20990101000000_drill/migration.sql
USER 1000:1000
