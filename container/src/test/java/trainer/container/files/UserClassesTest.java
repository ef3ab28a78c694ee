package trainer.container.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import trainer.core.table.TableSpec;
import trainer.testkit.CompiledJar;

class UserClassesTest {
  @TempDir private Path folder;

  @Test
  void aUsersLibraryIsTheUsersWhateverWeRunOn() throws Exception {
    Path jar =
        CompiledJar.of(
            folder.resolve("user.jar"),
            Map.of(
                Configuration.class.getName(),
                "package org.apache.hadoop.conf; public class Configuration {}",
                "com.example.Uses",
                "package com.example; public class Uses {"
                    + " public static Object library() {"
                    + " return new org.apache.hadoop.conf.Configuration(); } }"));
    Class<?> uses = Class.forName("com.example.Uses", true, UserClasses.of(List.of(jar)));
    Object library = uses.getMethod("library").invoke(null);
    assertThat(library.getClass()).isNotEqualTo(Configuration.class);
    assertThat(library.getClass().getName()).isEqualTo(Configuration.class.getName());
  }

  @Test
  void onlyTheInterfaceAndJavaAreShared() throws Exception {
    Path jar =
        CompiledJar.of(
            folder.resolve("user.jar"), Map.of("A", "public class A { java.sql.Date date; }"));
    ClassLoader user = UserClasses.of(List.of(jar));
    assertThat(user.loadClass(TableSpec.class.getName())).isSameAs(TableSpec.class);
    assertThat(user.loadClass(Logger.class.getName())).isSameAs(Logger.class);
    assertThat(user.loadClass("java.sql.Date")).isSameAs(java.sql.Date.class);
    assertThatThrownBy(() -> user.loadClass(Configuration.class.getName()))
        .isInstanceOf(ClassNotFoundException.class);
    assertThat(user.getResource("core-default.xml")).isNull();
  }

  @Test
  void aPackageOfTheUsersMayBeginLikeOurs() throws Exception {
    Path jar =
        CompiledJar.of(
            folder.resolve("user.jar"),
            Map.of("trainer.mine.Model", "package trainer.mine; public class Model {}"));
    assertThat(UserClasses.of(List.of(jar)).loadClass("trainer.mine.Model")).isNotNull();
  }

  @Test
  void withoutJarsClassesAreOurs() throws Exception {
    assertThat(UserClasses.of(List.of()).loadClass(Configuration.class.getName()))
        .isSameAs(Configuration.class);
  }
}
