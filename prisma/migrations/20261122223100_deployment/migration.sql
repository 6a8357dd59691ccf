-- CreateTable
CREATE TABLE "deployment" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "environment" VARCHAR(4) NOT NULL,

    CONSTRAINT "deployment_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "deployment_id_check" CHECK ("id" = 1),
    CONSTRAINT "deployment_environment_check" CHECK ("environment" IN ('test', 'live'))
);
